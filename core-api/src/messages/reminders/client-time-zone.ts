/** USPS Publication 65, 49 CFR part 71. Counties on a border may be an hour off, which reminders' hours allow for. */
const zonesByPrefix: readonly (readonly [from: number, zone: string])[] = [
  [0, 'America/New_York'],
  [6, 'America/Puerto_Rico'],
  [10, 'America/New_York'],
  [324, 'America/Chicago'],
  [326, 'America/New_York'],
  [350, 'America/Chicago'],
  [373, 'America/New_York'],
  [375, 'America/Chicago'],
  [376, 'America/New_York'],
  [380, 'America/Chicago'],
  [398, 'America/New_York'],
  [420, 'America/Chicago'],
  [425, 'America/New_York'],
  [463, 'America/Chicago'],
  [465, 'America/New_York'],
  [476, 'America/Chicago'],
  [478, 'America/New_York'],
  [500, 'America/Chicago'],
  [577, 'America/Denver'],
  [580, 'America/Chicago'],
  [586, 'America/Denver'],
  [587, 'America/Chicago'],
  [590, 'America/Denver'],
  [600, 'America/Chicago'],
  [693, 'America/Denver'],
  [700, 'America/Chicago'],
  [798, 'America/Denver'],
  [835, 'America/Los_Angeles'],
  [836, 'America/Denver'],
  [838, 'America/Los_Angeles'],
  [840, 'America/Denver'],
  [850, 'America/Phoenix'],
  // The Navajo Nation, which changes its clocks.
  [865, 'America/Denver'],
  [889, 'America/Los_Angeles'],
  [967, 'Pacific/Honolulu'],
  [969, 'Pacific/Guam'],
  [970, 'America/Los_Angeles'],
  [979, 'America/Denver'],
  [980, 'America/Los_Angeles'],
  [995, 'America/Anchorage'],
]

/** The zone in which most people of a state live. */
const statesByZone: Readonly<Record<string, string>> = {
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR VI',
  'Pacific/Guam': 'GU MP',
}
const zonesByState = new Map(
  Object.entries(statesByZone).flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone] as const)),
)

/** At the end of an address, or before its country: `Miami, FL 33101-1234`, `Miami FL`. */
const place = /\b([A-Za-z]{2})\.?,?(?:\s+(\d{3})\d{2}(?:-\d{4})?)?\s*(?:,?\s*(?:USA?|U\.S\.A?\.|United States))?\.?\s*$/
const zipAlone = /\b(\d{3})\d{2}(?:-\d{4})?\s*$/

/** The zone of a typed address's ZIP code, else of its state, else `otherwise`, the agency's. */
export function timeZoneOf(address: string | null, otherwise: string): string {
  const [, state, prefix = zipAlone.exec(address ?? '')?.[1]] = place.exec(address ?? '') ?? []
  const ofState = zonesByState.get(state?.toUpperCase() ?? '')
  if (prefix === undefined) return ofState ?? otherwise
  return zonesByPrefix.findLast(([from]) => from <= Number(prefix))?.[1] ?? otherwise
}
