import type { Command } from './command.ts'

/** The usage of a command: `bin/stamgast tenant import FILE`. */
export const formatUsage = ({ name, positionals, options = {} }: Command): string => {
  const named = Object.entries(options).map(([option, value]) =>
    value === ''
      ? `[${option}]`
      : value.startsWith('[')
        ? `[${option} ${value.slice(1)}`
        : `${option} ${value}`,
  )
  return ['bin/stamgast', ...name, ...positionals, ...named].join(' ')
}

/** Commands, one line each. */
function formatList(commands: readonly Command[]): string[] {
  // The options are listed by the command's own --help.
  const usages = commands.map((command) => {
    const { options: _options, ...brief } = command
    return formatUsage(brief)
  })
  const width = Math.max(...usages.map((usage) => usage.length))
  return commands.map((command, index) => `  ${(usages[index] ?? '').padEnd(width)}  ${command.summary}`)
}

/** All commands. */
export const overview = (commands: readonly Command[]): string =>
  [
    'Operator commands of Stamgast.',
    '',
    ...formatList(commands),
    '',
    'Every command has --help, as has every group: bin/stamgast help tenant.',
    'Settings are those of bin/start: DATA_DIR, DATABASE_URL, …',
    '--force runs a command although the collation version of the database has changed.',
  ].join('\n')

/** The commands whose names begin with these words: `tenant`. Empty: none does. */
export const listGroup = (commands: readonly Command[], words: readonly string[]): Command[] =>
  commands.filter(({ name }) => words.length > 0 && words.every((word, index) => name[index] === word))

/** The help of a group: its commands with their options. */
export const groupHelp = (group: readonly Command[], words: readonly string[]): string =>
  [
    `The commands of ${words.join(' ')}:`,
    ...group.flatMap((command) => ['', formatUsage(command), `  ${command.summary}.`]),
    '',
    `Each has --help: bin/stamgast ${group[0]?.name.join(' ')} --help.`,
  ].join('\n')

/** The output of a command's `--help`. */
export const formatHelp = (command: Command): string =>
  `${formatUsage(command)}\n\n${command.summary}.\n${command.details}`
