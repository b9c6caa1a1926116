import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/*
 * Loaded into every worker of a run: records each SQL text that the server sends, once, for the check at the
 * end of the run. The tests' own statements use connections of another name: `TestDb.unrecorded`.
 */
const { STATEMENTS_DIR } = process.env

const RECORDED = Symbol.for('stamgast.recorded')

// Files of one worker share the driver: it is wrapped once.
if (STATEMENTS_DIR && !Object.hasOwn(pg.Client.prototype, RECORDED)) {
  Object.defineProperty(pg.Client.prototype, RECORDED, { value: true })
  const file = join(STATEMENTS_DIR, `${process.pid}-${randomBytes(4).toString('hex')}.jsonl`)
  const known = new Set<string>()
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function recorded(
    this: pg.Client & { connectionParameters?: { application_name?: string } },
    ...given: unknown[]
  ) {
    const [first] = given
    const text =
      typeof first === 'string'
        ? first
        : typeof first === 'object' && first !== null && 'text' in first
          ? String(first.text)
          : ''
    if (this.connectionParameters?.application_name === 'stamgast' && text && !known.has(text)) {
      known.add(text)
      appendFileSync(file, `${JSON.stringify(text)}\n`)
    }
    return Reflect.apply(query, this, given) as never
  }
}
