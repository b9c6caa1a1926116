import { pageSchema, tenantSchema } from '#contract/json-schema/json-schema.ts'
import { CommandError, required, type Command } from '../command-line/command.ts'

const schemas: Record<string, () => object> = { tenant: tenantSchema, page: pageSchema }

export const schemaCommand: Command = {
  name: ['schema'],
  positionals: ['NAME'],
  summary: 'Print the JSON schema of tenant files or of page settings',
  details: `\
NAME is tenant or page. Editors use the schema for completion and validation; every server also serves it at
/schema/tenant.json and /schema/page.json. In a tenant file, this line selects it in most editors:

  # yaml-language-server: $schema=https://…/schema/tenant.json`,
  run(context, [given]) {
    const name = required(given)
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    if (!schema) throw new CommandError(`Unknown schema ${name}: use tenant or page.`)
    context.printLine(JSON.stringify(schema(), null, 2))
    return Promise.resolve()
  },
}
