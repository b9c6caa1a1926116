import { existsSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { email, text } from '#contract/field/field-schemas.ts'
import { errorMessage } from '#contract/tenant-file/error-messages.ts'
import {
  color,
  countryCode,
  currency,
  firstpath,
  language,
  minutes,
  money,
  percent,
  timeZone,
} from '#contract/tenant-file/file-fields.ts'
import { describeProblem, parseTenantFile } from '#contract/tenant-file/tenant-file.ts'
import { currencyDecimals } from '#domain/money.ts'
import { localParts, minuteFrom } from '#domain/zone.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { countryDefaults } from '#operator/tenant-file/country-defaults.ts'
import { newTenantFile, toSlug } from '#operator/tenant-file/new-file.ts'
import { listAddresses } from './address.ts'
import { CommandError, type Command, type CommandContext } from '#operator/command-line/command.ts'

const number = v.pipe(
  v.string(),
  v.transform((typed) => Number(typed.replace(',', '.') || 'x')),
  v.number('must be a number'),
)
const upper = v.pipe(v.string(), v.toUpperCase())
const person = v.pipe(
  text(100),
  v.regex(/\S\s+\S/, 'must be a first and a last name'),
  v.transform((name) => {
    const [, firstname = '', lastname = ''] = /^(.+)\s+(\S+)$/.exec(name.trim()) ?? []
    return { firstname: firstname.trim(), lastname }
  }),
)

/** The answers by their options, as typed. */
const Answers = v.object({
  '--name': text(200),
  '--id': firstpath,
  '--email': email,
  '--owner': email,
  '--country': v.pipe(upper, countryCode),
  '--language': language,
  '--time-zone': timeZone,
  '--currency': v.pipe(upper, currency),
  '--vat': v.pipe(number, percent),
  '--color': color,
  '--person': person,
  '--owner-name': text(100),
  '--service': text(120),
  '--price': v.pipe(number, money),
  '--minutes': v.pipe(number, minutes(5)),
})
/**
 * Hundredths as a file has them in this currency; decimals that it does not have are for the file to refuse.
 */
const toPriceText = (hundredths: number, of: string): string =>
  currencyDecimals(of) === 0 ? String(hundredths / 100) : (hundredths / 100).toFixed(2)

type Option = keyof typeof Answers.entries
type Typed = Partial<Record<Option, string>>
/** `usual`: the answer where none is given. `silent`: asked only where nothing is usual. */
type Field = { question: string; usual?: (typed: Typed) => string | undefined; silent?: true }

const inCountry = (typed: Typed) => countryDefaults((typed['--country'] ?? '').toUpperCase())
const fields: Record<Option, Field> = {
  '--name': { question: 'Name of the business' },
  '--id': { question: 'Its name in addresses', usual: (typed) => toSlug(typed['--name'] ?? '') || undefined },
  '--email': { question: 'E-mail address' },
  '--owner': { question: 'E-mail address of the owner', usual: (typed) => typed['--email'] },
  '--country': { question: 'Country, two letters', usual: () => 'DK' },
  '--language': {
    question: 'Language of its texts, two letters',
    usual: (typed) => inCountry(typed)?.language,
    silent: true,
  },
  '--time-zone': {
    question: 'Time zone, such as Europe/Copenhagen',
    usual: (typed) => inCountry(typed)?.timeZone,
    silent: true,
  },
  '--currency': {
    question: 'Currency, three letters',
    usual: (typed) => inCountry(typed)?.currency,
    silent: true,
  },
  '--vat': { question: 'VAT in percent', usual: (typed) => inCountry(typed)?.vatPercent.toString() },
  '--color': { question: 'Brand colour', usual: () => '#2f6456', silent: true },
  '--person': { question: 'Who works there, first and last name' },
  '--owner-name': {
    question: 'Name of the owner',
    usual: (typed) => typed['--person']?.trim(),
    silent: true,
  },
  '--service': { question: 'A service, such as Haircut' },
  '--price': { question: 'Its price with VAT' },
  '--minutes': { question: 'Its duration in minutes', usual: () => '30' },
}
const options = Object.keys(fields) as Option[]

export const tenantNew: Command = {
  name: ['tenant', 'new'],
  positionals: ['[FILE]'],
  options: Object.fromEntries(options.map((option) => [option, `[${option.slice(2).toUpperCase()}]`])),
  summary: 'Write the file of a new tenant',
  details: `\
On a terminal it asks for what is not given as an option; elsewhere name, email, person, service and price must be
given. The file has one person, who works from Monday to Friday, and one service: add more, then import it. The
import mails the owner, who is that person unless --owner-name says another, the link to the salon's own site.
Language, time zone, currency and VAT are those of the country: correct the VAT where a lower rate applies.
PRICE includes VAT. FILE is ID.yaml by default; a file that exists is not replaced.`,
  async run(context, [file], given) {
    const typed = await answer(context, given)
    const answers = v.parse(Answers, typed)
    const name = file ?? `${answers['--id']}.yaml`
    const path = context.resolvePath(name)
    if (existsSync(path)) throw new CommandError(`${name} exists: name another file.`)
    const yaml = newTenantFile({
      id: answers['--id'],
      name: answers['--name'],
      email: answers['--email'],
      country: answers['--country'],
      language: answers['--language'],
      timeZone: answers['--time-zone'],
      effectiveDate: localParts(answers['--time-zone'], minuteFrom(Date.now())).date,
      currency: answers['--currency'],
      vatPercent: answers['--vat'],
      color: answers['--color'],
      person: answers['--person'],
      service: answers['--service'],
      price: toPriceText(answers['--price'], answers['--currency']),
      minutes: answers['--minutes'],
      owner: { name: answers['--owner-name'], email: answers['--owner'] },
      services: loadTexts().translate(answers['--language'])('shell.treatments'),
    })
    const parsed = parseTenantFile(yaml, name)
    if (!parsed.ok) throw new CommandError(parsed.problems.map(describeProblem).join('\n'))
    writeFileSync(path, yaml, { flag: 'wx', flush: true })
    context.printLine(`${name}: written`)
    for (const address of listAddresses(parsed.tenant.tenant, context.config))
      context.printLine(`  ${address}`)
    context.printStatus(`Import it, and the site is there: bin/stamgast tenant import ${name}`)
  },
}

/** All answers, checked; asks for missing ones on a terminal. @throws CommandError with all wrong ones. */
async function answer(context: CommandContext, given: Record<string, string>): Promise<Typed> {
  const typed: Typed = {}
  const wrong: string[] = []
  for (const option of options) {
    const usual = fields[option].usual?.(typed)
    const isAsked = context.ask && !(option in given) && !(fields[option].silent && usual !== undefined)
    const said = isAsked ? await ask(context, option, usual) : (given[option] ?? usual)
    const error = said === undefined ? 'is missing' : findError(option, said)
    if (error !== null) wrong.push(`${option} ${error}`)
    typed[option] = said
  }
  if (wrong.length > 0)
    throw new CommandError([...wrong, 'Nothing was written: bin/stamgast tenant new --help'].join('\n'))
  return typed
}

/** Asks until the answer is valid. */
async function ask(context: CommandContext, option: Option, usual: string | undefined): Promise<string> {
  const { question } = fields[option]
  for (;;) {
    const typed = (await context.ask?.(`${question}${usual ? ` [${usual}]` : ''}: `))?.trim() ?? ''
    const said = typed || usual || ''
    const error = findError(option, said)
    if (error === null) return said
    context.printStatus(`It ${error}.`)
  }
}

function findError(option: Option, said: string): string | null {
  const parsed = v.safeParse(Answers.entries[option], said, { abortPipeEarly: true })
  return parsed.success ? null : errorMessage(parsed.issues[0])
}
