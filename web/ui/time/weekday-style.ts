import type { DateLanguage } from '#domain/language.ts'

/** The style of weekdays above a column: the short names of Portuguese locale data are whole words. */
export const weekdayStyle = (language: DateLanguage): 'narrow' | 'short' =>
  language === 'pt' ? 'narrow' : 'short'
