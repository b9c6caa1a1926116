import type { Locale } from '#domain/language.ts'

/** What a tenant in a country usually has; `vatPercent` is the standard rate. */
type CountryDefaults = { language: Locale; timeZone: string; currency: string; vatPercent: number }

// Some countries have a lower rate for hairdressers: the operator is asked.
const table = `
AT de Europe/Vienna EUR 20
BE nl Europe/Brussels EUR 21
CH de Europe/Zurich CHF 8.1
DE de Europe/Berlin EUR 19
DK da Europe/Copenhagen DKK 25
ES es Europe/Madrid EUR 21
FI sv Europe/Helsinki EUR 25.5
FR fr Europe/Paris EUR 20
GB en Europe/London GBP 20
IE en Europe/Dublin EUR 23
IT it Europe/Rome EUR 22
LU fr Europe/Luxembourg EUR 17
NL nl Europe/Amsterdam EUR 21
NO no Europe/Oslo NOK 25
PL pl Europe/Warsaw PLN 23
PT pt Europe/Lisbon EUR 23
SE sv Europe/Stockholm SEK 25
`

const byCode = new Map<string, CountryDefaults>(
  table
    .trim()
    .split('\n')
    .map((row) => {
      const [code = '', language, timeZone = '', currency = '', vat] = row.split(' ')
      return [code, { language: language as Locale, timeZone, currency, vatPercent: Number(vat) }]
    }),
)

/** The usual settings of a country (ISO 3166-1 alpha-2); null where they must be given. */
export const countryDefaults = (code: string): CountryDefaults | null => byCode.get(code) ?? null
