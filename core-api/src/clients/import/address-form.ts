import { normalForm } from '@agency/contract/normal-form'

/** Words of addresses as the postal service shortens them (USPS Publication 28, appendices C1 and C2, the usual ones). */
const short: ReadonlyMap<string, string> = new Map(
  `street st, avenue ave, av ave, road rd, drive dr, court ct, lane ln, boulevard blvd, place pl, circle cir, terrace ter,
  parkway pkwy, highway hwy, trail trl, square sq, point pt, crossing xing, heights hts, cove cv, bend bnd, landing lndg,
  north n, south s, east e, west w, northeast ne, northwest nw, southeast se, southwest sw, apartment apt, suite ste`
    .split(',')
    .map((pair): [string, string] => {
      const [long = '', abbreviation = ''] = pair.trim().split(' ')
      return [long, abbreviation]
    }),
)

/** An address as it is compared: in its normal form, with the postal service's abbreviations, and one sign for a unit. */
export const addressForm = (text: string): string =>
  normalForm(text)
    .split(' ')
    .map((word) => short.get(word) ?? word)
    .join(' ')
    .replace(/(?<=\d) (?:us|usa|united states)$/, '')
    .replace(/(?<=^| )(?:apt|unit|ste|#) ?(?=[a-z]?\d)/g, '# ')
