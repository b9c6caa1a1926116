type Group = Record<string, unknown>

const MAX_SHOWN = 70
/** What names an entry of a list in a tenant file. */
const names = ['id', 'type', 'key', 'code', 'date', 'weekday'] as const

/**
 * The differences of two tenant files as lines such as `services.cut.price: 320.00 → 350.00`. Entries of
 * lists are named by their id where it is unique, else by their place.
 * @param before, after content of YAML whose numbers are texts.
 */
export function differences(before: unknown, after: unknown, field = ''): string[] {
  if (isGroup(before) && isGroup(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      differences(before[key], after[key], field ? `${field}.${key}` : key),
    )
  const [old, now] = [toEntries(before), toEntries(after)]
  if (old.length + now.length > 0) {
    const name = names.find((one) => isName(one, old) && isName(one, now))
    return ofEntries(keyed(old, name), keyed(now, name), field)
  }
  return JSON.stringify(before) === JSON.stringify(after)
    ? []
    : [`${field}: ${shown(before)} → ${shown(after)}`]
}

const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The entries of a list of groups; none for anything else. */
const toEntries = (value: unknown): Group[] => (Array.isArray(value) && value.every(isGroup) ? value : [])

/** Whether every entry has this setting, each with another value. */
const isName = (name: string, entries: Group[]): boolean =>
  entries.every((one) => typeof one[name] === 'string') &&
  new Set(entries.map((one) => one[name])).size === entries.length

const keyed = (entries: Group[], name: string | undefined): Map<string, Group> =>
  new Map(entries.map((one, index) => [name ? String(one[name]) : String(index + 1), one]))

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

/** A value on one line; long ones are cut. */
function shown(value: unknown): string {
  const text = (inText(value) || '(empty)').replace(/\s+/g, ' ')
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).trimEnd()}…` : text
}

function inText(value: unknown): string {
  if (value === undefined) return '(none)'
  if (Array.isArray(value)) return value.map(inText).join(', ')
  if (!isGroup(value)) return typeof value === 'string' ? value : JSON.stringify(value)
  return Object.entries(value)
    .map(([key, one]) => `${key} ${inText(one)}`)
    .join(', ')
}
