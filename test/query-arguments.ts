/**
 * The arguments of a query function after its transaction, by the names of its parameters; an object
 * parameter may be destructured.
 * @returns null if a name has no value.
 */
export function queryArguments(query: unknown, valueOf: (name: string) => unknown): unknown[] | null {
  const [, list = ''] = /^[^(]*\(([^)]*)\)/.exec(String(query)) ?? []
  const [, ...parameters] = list.matchAll(/\{([^}]*)\}|\w+/g)
  const values = parameters.map(([name, parts]) => (parts ? partsOf(parts, valueOf) : valueOf(name)))
  return values.includes(undefined) ? null : values
}

function partsOf(parts: string, valueOf: (name: string) => unknown): object | undefined {
  const values = [...parts.matchAll(/\w+/g)].map(([name]) => [name, valueOf(name)] as const)
  return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values)
}
