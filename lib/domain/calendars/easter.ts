import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';

/** Easter Sunday of the Gregorian calendar (the anonymous algorithm of Nature, 1876; Meeus, Astronomical Algorithms, ch. 8). */
export function easterSunday(year: number): IsoDay {
  const goldenNumber = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * goldenNumber + century - Math.floor(century / 4) - moonCorrection + 15) % 30;
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const lateMoon = Math.floor((goldenNumber + 11 * epact + 22 * toSunday) / 451);
  const dayOfMarch = epact + toSunday - 7 * lateMoon + 22;
  return isoDayOf(new Date(Date.UTC(year, 2, dayOfMarch)));
}
