/** Days of the week, 0 (Sunday) to 6 (Saturday). */
type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

const SATURDAY_SUNDAY: readonly Weekday[] = [6, 0]

/** Countries with a different weekend, by the ids of domain/masters/countries.ts. */
const OTHERS: readonly (readonly [days: readonly Weekday[], countries: readonly number[]])[] = [
  // Algeria, Bahrain, Bangladesh, Egypt, Iraq, Israel, Jordan, Kuwait, Libya, Maldives, Oman, Qatar, Saudi Arabia, Sudan,
  // Syria, Yemen.
  [
    [5, 6],
    [213, 973, 880, 20, 964, 972, 962, 965, 218, 960, 968, 974, 966, 249, 963, 967],
  ],
  // Afghanistan and Iran.
  [
    [4, 5],
    [93, 98],
  ],
  // Brunei.
  [[5, 0], [673]],
  // Nepal.
  [[6], [977]],
]

/** The weekend days of a country, 0 (Sunday) to 6; Saturday and Sunday if nothing else is known. */
export const weekendOf = (countryId: number | undefined): readonly Weekday[] =>
  OTHERS.find(([, countries]) => countryId !== undefined && countries.includes(countryId))?.[0] ??
  SATURDAY_SUNDAY
