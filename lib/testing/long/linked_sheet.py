"""Makes one LibreOffice sheet without a window that links to CSV addresses, refreshes the links, and prints the cells of each as CSV.

Usage: linked_sheet.py OFFICE PROFILE ADDRESS...; the Python needs LibreOffice's module `uno`.
"""

import csv
import subprocess
import sys
import time
import uuid

import uno
from com.sun.star.connection import NoConnectException
from com.sun.star.table import CellAddress

FILTER = "Text - txt - csv (StarCalc)"
# Commas, quotes, UTF-8, from the first line on, the language of the United States, quoted cells as text, no special numbers.
OPTIONS = "44,34,76,1,,1033,false,false"
TRIES = 120


def desktop_of(pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(TRIES):
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            return context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        except NoConnectException:
            time.sleep(0.5)
    raise SystemExit("LibreOffice does not answer.")


def main(office, profile, addresses):
    pipe = f"crossrate{uuid.uuid4().hex}"
    options = ["--headless", "--norestore", f"-env:UserInstallation=file://{profile}", f"--accept=pipe,name={pipe};urp"]
    process = subprocess.Popen([office, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        desktop = desktop_of(pipe)
        document = desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, ())
        for place, address in enumerate(addresses):
            at = CellAddress(0, 20 * place, 0)
            document.AreaLinks.insertAtPosition(at, address, "CSV_all", FILTER, OPTIONS)
        for place in range(document.AreaLinks.Count):
            link = document.AreaLinks.getByIndex(place)
            link.refresh()
            area = link.DestArea
            sheet = document.Sheets.getByIndex(area.Sheet)
            cells = sheet.getCellRangeByPosition(area.StartColumn, area.StartRow, area.EndColumn, area.EndRow)
            writer = csv.writer(sys.stdout)
            writer.writerow(["link"])
            writer.writerows([repr(cell) if isinstance(cell, float) else cell for cell in row] for row in cells.DataArray)
        document.close(False)
        try:
            desktop.terminate()
        except Exception:
            pass
    finally:
        process.wait(30)


main(sys.argv[1], sys.argv[2], sys.argv[3:])
