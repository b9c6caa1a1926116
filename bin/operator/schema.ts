import { pageSchema, tenantSchema } from '#server/authoring/json-schema.ts'
import { Refusal, required, type Command } from './command.ts'

const schemas: Record<string, () => object> = { tenant: tenantSchema, page: pageSchema }

export const schemaCommand: Command = {
  words: ['schema'],
  takes: ['NAME'],
  summary: 'print the JSON schema of tenant files or of page settings',
  details: `NAME is tenant or page. For editors, which complete and check with it; every server has the same at /schema/tenant.json and /schema/page.json. In a
tenant file this line names it to most editors:

  # yaml-language-server: $schema=https://…/schema/tenant.json`,
  run(desk, [given]) {
    const name = required(given)
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    if (!schema) throw new Refusal(`There is no schema ${name}: it is tenant or page.`)
    desk.say(JSON.stringify(schema(), null, 2))
    return Promise.resolve()
  },
}
