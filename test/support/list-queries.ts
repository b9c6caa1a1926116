import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

type Source = { path: string; text: string }

/** The sources below a folder of the project, tests apart. */
export const sourcesBelow = (folder: string): Source[] =>
  globSync(`${folder}/**/*.ts`, { cwd: root, exclude: (path) => path.endsWith('.test.ts') })
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/**
 * The job tables have no row security: one of these passes the transaction to the queue, the other belongs to
 * the reset of the demo.
 */
const ofJobs = ['jobDb', 'removeJobs']

type Query = { path: string; name: string }

/** The query functions of the server and of the operator's commands, which take a transaction. */
export const listQueries = (): Query[] =>
  ['server', 'operator']
    .flatMap(sourcesBelow)
    .filter(({ path }) =>
      /queries\.ts$|^server\/database\/|^operator\/(tenant-file|demo\/tenant-clear)/.test(path),
    )
    .flatMap(({ path, text }) =>
      [
        ...text.matchAll(
          /^export (?:async )?(?:function (\w+)\(\s*tx: Tx|const (\w+) = (?:async )?\(\s*tx: Tx)/gm,
        ),
      ].map((match) => ({ path, name: match[1] ?? match[2] ?? '' })),
    )
    .filter(({ name }) => !ofJobs.includes(name))
