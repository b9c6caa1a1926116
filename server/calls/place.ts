import { countries } from '#contract/countries.ts'
import { languages } from '#contract/languages.ts'
import type { Handler } from '../context.ts'

export const listCountries: Handler<'listCountries'> = async () => ({ documents: [...countries] })

export const listLanguages: Handler<'listLanguages'> = async () => ({ documents: [...languages] })
