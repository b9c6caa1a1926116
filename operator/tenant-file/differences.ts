type Group = Record<string, unknown>

const MAX_SHOWN = 70
/** How much of the equal beginning of two long texts is shown before their difference. */
const BEFORE = 20
/** What names an entry of a list in a tenant file. */
const names = ['id', 'type', 'key', 'code', 'date'] as const

/**
 * The differences of two tenant files as lines such as `services.cut.price: 320.00 → 350.00`. Entries of
 * lists are named by their id where it is unique, hours by their weekday, others by their place.
 * @param before, after content of YAML, of a tenant file with its numbers as texts.
 */
export function differences(before: unknown, after: unknown, field = ''): string[] {
  if (isGroup(before) && isGroup(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      differences(before[key], after[key], field ? `${field}.${key}` : key),
    )
  const [old, now] = [toEntries(before), toEntries(after)]
  if (old.length + now.length > 0) {
    const name = names.find((one) => isName(one, old) && isName(one, now)) ?? 'weekday'
    return ofEntries(keyed(old, name), keyed(now, name), field)
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [`${field}: ${shownChange(before, after)}`]
}

const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The entries of a list of groups; none for anything else. */
const toEntries = (value: unknown): Group[] => (Array.isArray(value) && value.every(isGroup) ? value : [])

/** Whether every entry has this setting, each with another value. */
const isName = (name: string, entries: Group[]): boolean =>
  entries.every((one) => typeof one[name] === 'string') &&
  new Set(entries.map((one) => one[name])).size === entries.length

/** Entries by their name, a second one of the same name as `mon.2`; by their place where one has no name. */
function keyed(entries: Group[], name: string): Map<string, Group> {
  const texts = entries.map((one) => one[name]).filter((one) => typeof one === 'string')
  const named = texts.length === entries.length
  return new Map(
    entries.map((entry, index) => {
      const text = texts[index] ?? ''
      const nth = texts.slice(0, index + 1).filter((other) => other === text).length
      return [named ? text + (nth > 1 ? `.${nth}` : '') : String(index + 1), entry]
    }),
  )
}

function ofEntries(before: Map<string, Group>, after: Map<string, Group>, field: string): string[] {
  const common = [...after.keys()].filter((key) => before.has(key))
  const moved = [...before.keys()].filter((key) => after.has(key)).join() !== common.join()
  return [
    ...[...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
      const [old, now] = [before.get(key), after.get(key)]
      if (!old) return [`${field}.${key}: new, ${shown(now)}`]
      return now ? differences(old, now, `${field}.${key}`) : [`${field}.${key}: removed`]
    }),
    ...(moved ? [`${field}: in the order ${shown([...after.keys()])}`] : []),
  ]
}

/** Two values on one line; of long ones the part in which they differ. */
function shownChange(before: unknown, after: unknown): string {
  const [old, now] = [oneLine(before), oneLine(after)]
  let differing = 0
  while (differing < old.length && old[differing] === now[differing]) differing++
  const from = differing < MAX_SHOWN - BEFORE ? 0 : old.lastIndexOf(' ', differing - BEFORE) + 1
  return `${shortened(old, from)} → ${shortened(now, from)}`
}

/** A value on one line; long ones are cut. */
const shown = (value: unknown): string => shortened(oneLine(value))

const oneLine = (value: unknown): string => (inText(value) || '(empty)').replace(/\s+/g, ' ')

const shortened = (text: string, from = 0): string =>
  (from > 0 ? '…' : '') +
  text.slice(from, from + MAX_SHOWN).trimEnd() +
  (text.length > from + MAX_SHOWN ? '…' : '')

function inText(value: unknown): string {
  if (value === undefined) return '(none)'
  if (Array.isArray(value)) return value.map(inText).join(', ')
  if (!isGroup(value)) return typeof value === 'string' ? value : JSON.stringify(value)
  return Object.entries(value)
    .map(([key, one]) => `${key} ${inText(one)}`)
    .join(', ')
}
