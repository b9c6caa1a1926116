import { countries } from '#contract/countries.ts'
import { languages } from '#contract/languages.ts'
import type { Handler } from '../context/context.ts'

export const listCountries: Handler<'listCountries'> = async () => ({ documents: [...countries] })

/** All languages that a guest can prefer, each by its own name. */
export const listLanguages: Handler<'listLanguages'> = async () => ({ documents: [...languages] })
