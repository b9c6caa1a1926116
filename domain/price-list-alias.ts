import type { Locale } from './language.ts'

/** The name of the price list as people of each language would type it, in a form for URLs. */
const aliases: Record<Locale, string> = {
  en: 'services',
  da: 'behandlinger',
  de: 'leistungen',
  es: 'servicios',
  fr: 'prestations',
  it: 'servizi',
  nl: 'behandelingen',
  no: 'behandlinger',
  pl: 'uslugi',
  pt: 'servicos',
  sv: 'behandlingar',
}

/** Whether a path that is no page of the tenant leads to the price list. */
export const isPriceListAlias = (segment: string): boolean => Object.values(aliases).includes(segment)
