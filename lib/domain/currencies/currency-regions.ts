import { type Region, REGIONS } from './region.ts';

/**
 * The countries and territories of the tables of currencies by region. After the United Nations' M49 with three changes that
 * customary usage makes: Western Asia with Egypt and Iran is the Middle East, Cyprus and Turkey are in Europe (with Georgia,
 * Armenia and Azerbaijan), and Mexico is Latin America. `currency-regions.test.ts` holds that every country is here.
 */
const COUNTRIES: Readonly<Record<Region, string>> = {
  europe:
    'Albania; Andorra; Armenia; Austria; Azerbaijan; Belarus; Belgium; Bosnia and Herzegovina; Bulgaria; Croatia; Cyprus; Czechia; Denmark; Estonia; European Union; Faroe Islands; Finland; France; Georgia; Germany; Gibraltar; Greece; Guernsey; Hungary; Iceland; Ireland; Isle of Man; Italy; Jersey; Kosovo; Latvia; Liechtenstein; Lithuania; Luxembourg; Malta; Moldova; Monaco; Montenegro; Netherlands; North Macedonia; Norway; Poland; Portugal; Romania; Russia; San Marino; Serbia; Slovakia; Slovenia; Soviet Union; Spain; Svalbard and Jan Mayen; Sweden; Switzerland; Turkey; Ukraine; United Kingdom; Vatican City; Yugoslavia; Åland Islands',
  'north-america': 'Bermuda; Canada; Greenland; Saint Pierre and Miquelon; United States',
  'latin-america':
    'Anguilla; Antigua and Barbuda; Argentina; Aruba; Bahamas; Barbados; Belize; Bolivia; Bonaire; Brazil; British Virgin Islands; Cayman Islands; Chile; Colombia; Costa Rica; Cuba; Curaçao; Dominica; Dominican Republic; Ecuador; El Salvador; Falkland Islands; French Guiana; Grenada; Guadeloupe; Guatemala; Guyana; Haiti; Honduras; Jamaica; Martinique; Mexico; Montserrat; Netherlands Antilles; Nicaragua; Panama; Paraguay; Peru; Puerto Rico; Saba; Saint Barthélemy; Saint Kitts and Nevis; Saint Lucia; Saint Martin; Saint Vincent and the Grenadines; Sint Eustatius; Sint Maarten; South Georgia and the South Sandwich Islands; Suriname; Trinidad and Tobago; Turks and Caicos Islands; US Virgin Islands; Uruguay; Venezuela',
  'middle-east':
    'Bahrain; Egypt; Iran; Iraq; Israel; Jordan; Kuwait; Lebanon; Oman; Palestine; Qatar; Saudi Arabia; Syria; United Arab Emirates; Yemen',
  africa:
    'Algeria; Angola; Ascension Island; Benin; Botswana; British Indian Ocean Territory; Burkina Faso; Burundi; Cameroon; Cape Verde; Central African Republic; Chad; Comoros; Democratic Republic of the Congo; Djibouti; Equatorial Guinea; Eritrea; Eswatini; Ethiopia; French Southern Territories; Gabon; Gambia; Ghana; Guinea; Guinea-Bissau; Ivory Coast; Kenya; Lesotho; Liberia; Libya; Madagascar; Malawi; Mali; Mauritania; Mauritius; Mayotte; Morocco; Mozambique; Namibia; Niger; Nigeria; Republic of the Congo; Rwanda; Réunion; Saint Helena; Senegal; Seychelles; Sierra Leone; Somalia; South Africa; South Sudan; Sudan; São Tomé and Príncipe; Tanzania; Togo; Tristan da Cunha; Tunisia; Uganda; Western Sahara; Zambia; Zimbabwe',
  asia: 'Afghanistan; Bangladesh; Bhutan; Brunei; Cambodia; China; Hong Kong; India; Indonesia; Japan; Kazakhstan; Kyrgyzstan; Laos; Macao; Malaysia; Maldives; Mongolia; Myanmar; Nepal; North Korea; Pakistan; Philippines; Singapore; South Korea; Sri Lanka; Taiwan; Tajikistan; Thailand; Timor-Leste; Turkmenistan; Uzbekistan; Vietnam',
  oceania:
    'American Samoa; Australia; Bouvet Island; Christmas Island; Cocos (Keeling) Islands; Cook Islands; Fiji; French Polynesia; Guam; Heard Island and McDonald Islands; Kiribati; Marshall Islands; Micronesia; Nauru; New Caledonia; New Zealand; Niue; Norfolk Island; Northern Mariana Islands; Palau; Papua New Guinea; Pitcairn Islands; Samoa; Solomon Islands; Tokelau; Tonga; Tuvalu; US Minor Outlying Islands; Vanuatu; Wallis and Futuna',
};

const REGION_BY_COUNTRY: ReadonlyMap<string, Region> = new Map(
  REGIONS.flatMap((region) => COUNTRIES[region].split('; ').map((country) => [country, region] as const)),
);

/** Where a country or territory of the tables of currencies lies; null for a name that is in none of them. */
export function regionOf(country: string): Region | null {
  return REGION_BY_COUNTRY.get(country) ?? null;
}

/**
 * The regions of a currency's countries, in the order of {@link REGIONS}; none for metals and crypto assets. Territories far
 * from home count: the euro is used in Latin America and Africa too.
 */
export function regionsOf(countries: readonly string[]): readonly Region[] {
  const found = new Set(countries.map(regionOf));
  return REGIONS.filter((region) => found.has(region));
}
