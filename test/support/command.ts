import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { readConfig } from '#server/config/config.ts'
import { CommandError, workIn, type Command, type CommandContext } from '#operator/command-line/command.ts'
import type { TestDb } from './make.ts'

/**
 * Runs one of the commands in a folder, as the command line does after parsing. @returns the exit code and
 * what it has printed. @throws what is no expected failure.
 */
export async function runCommand(
  commands: readonly Command[],
  {
    testDb: { ownerUrl, appUrl },
    folder = '/',
    secret,
    env = {},
    input = '',
    ask,
  }: {
    testDb: TestDb
    folder?: string
    secret?: string
    env?: Record<string, string>
    input?: string
    ask?: CommandContext['ask']
  },
  line: string[],
): Promise<{ code: number; out: string; err: string }> {
  const command = commands.find(({ name }) => name.every((word, index) => line[index] === word))
  if (!command) throw new Error(`no command: ${line.join(' ')}`)
  const [args, options] = [[] as string[], {} as Record<string, string>]
  for (const [index, word] of line.entries()) {
    if (index < command.name.length) continue
    if (word.startsWith('--')) options[word] = command.options?.[word] === '' ? '' : (line[index + 1] ?? '')
    else if (!command.options?.[line[index - 1] ?? '']) args.push(word)
  }
  let [out, err] = ['', '']
  const config = readConfig({
    DATABASE_URL: ownerUrl,
    DATABASE_APP_URL: appUrl,
    DEMO: 'force',
    ...(secret ? { APP_SECRET: secret } : {}),
    ...env,
  })
  const code = await command
    .run(
      {
        config,
        resolvePath: (file) => resolve(folder, file),
        printLine: (words) => {
          out += `${words}\n`
        },
        printStatus: (words) => {
          err += `${words}\n`
        },
        input: Readable.from([input]),
        ...(ask && { ask }),
        withDatabase: (work) =>
          workIn(
            {
              ownerUrl,
              appUrl,
              directUrl: appUrl,
              place: 'in the database of the test',
              stop: async () => {},
              migrate: async () => {},
            },
            work,
          ),
      },
      args,
      options,
    )
    .then(
      () => 0,
      (error: unknown) => {
        if (!(error instanceof CommandError)) throw error
        err += `${error.message}\n`
        return 1
      },
    )
  return { code, out, err }
}
