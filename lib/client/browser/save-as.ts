/** Gives a file to the browser to save; it goes nowhere else. */
export function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken it by the next turn; kept for a while longer where it is slow.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
