import { readFile } from 'node:fs/promises'
import { convertPrices } from '#operator/tenant-file/convert-prices.ts'
import { CommandError, required, type Command } from '#operator/command-line/command.ts'
import { replaceFile } from '#operator/command-line/write-file.ts'

export const tenantConvertPrices: Command = {
  name: ['tenant', 'convert-prices'],
  positionals: ['FILE'],
  options: { '--write': '' },
  summary: 'Rewrite the prices of a tenant’s file so that they include VAT',
  details: `\
Prices of services, people, goods and shipping become what guests pay, and finance.pricesInclude becomes vat.
Guests see the same amounts as before; amounts that include VAT anyway (late fee, promotions) stay. Comments and
layout stay too: correct a comment that names a price. Without --write the new file is printed and FILE stays.
The list of changes is printed to stderr. A file whose amounts would not stay the same is refused.`,
  async run(context, [given], { '--write': write }) {
    const name = required(given)
    const path = context.resolvePath(name)
    const converted = convertPrices(await readFile(path, 'utf8'), name)
    if (!converted.ok) throw new CommandError([...converted.reasons, 'Nothing was written.'].join('\n'))
    const { yaml, changes } = converted
    for (const { field, from, to } of changes) context.printStatus(`${field}: ${from} → ${to}`)
    if (changes.length === 0) context.printStatus(`${name}: its prices include VAT already.`)
    if (write === undefined) context.printLine(yaml.trimEnd())
    else if (changes.length > 0) {
      replaceFile(path, yaml)
      context.printLine(`${name}: prices include VAT now, ${changes.length - 1} of them changed`)
    } else context.printLine(`${name}: unchanged`)
  },
}
