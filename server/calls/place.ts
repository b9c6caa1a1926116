import { countries } from '#contract/countries.ts'
import { languages } from '#contract/languages.ts'
import type { Handler } from '../context.ts'

/** All countries with their dial codes. */
export const listCountries: Handler<'listCountries'> = async () => ({ documents: [...countries] })

/** All languages that a guest can prefer, in their own words. */
export const listLanguages: Handler<'listLanguages'> = async () => ({ documents: [...languages] })
