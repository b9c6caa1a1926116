import * as v from 'valibot'

/** Missing or invalid settings: each problem is a sentence that names what to set. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(...problems: string[]) {
    super(
      problems.length === 1
        ? problems[0]
        : ['The settings are not right:', ...problems.map((one) => `- ${one}`)].join('\n'),
    )
    this.problems = problems
  }
}

/** The values of a group of settings. */
export type Values<Settings extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Settings, undefined>>

export const text = (pattern: RegExp, message: string) => v.pipe(v.string(), v.regex(pattern, message))

/** One of several words. */
export const choice = <const Words extends readonly string[]>(name: string, words: Words) =>
  v.picklist(words, `${name} is ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)

export const wholeNumber = (name: string, min: number, max: number) =>
  v.pipe(
    text(/^\d+$/, `${name} is a whole number`),
    v.transform(Number),
    v.minValue(min, `${name} is at least ${min}`),
    v.maxValue(max, `${name} is at most ${max}`),
  )

/** Comma-separated. */
export const list = v.pipe(
  v.string(),
  v.transform((given) =>
    given
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  ),
)

export const httpUrl = (name: string) =>
  v.pipe(
    v.string(),
    v.check(
      (given) => /^https?:$/.test(URL.parse(given)?.protocol ?? '') && !/[?#]/.test(given),
      `${name} is an address that begins with https:// or http://`,
    ),
    v.transform((given) => given.replace(/\/+$/, '')),
  )

/**
 * The provider that the setting `name` names; in the demo its simulator, unless another one is named.
 * @param providers those of a site that is no demo, as a sentence names them
 * @param needs the same, with the settings that each needs
 */
export function chooseProvider<Provider extends string>(
  name: string,
  named: Provider | undefined,
  {
    demo,
    simulator,
    providers,
    needs = providers,
  }: { demo: boolean; simulator: Provider; providers: string; needs?: string },
): Provider {
  const provider = named ?? (demo ? simulator : null)
  if (!provider) throw new ConfigError(`${name} is not set: name ${needs}.`)
  const purpose = simulator === 'outbox' ? 'the simulator of the demo' : 'for the demo'
  if (provider === simulator && !demo)
    throw new ConfigError(`${name}=${simulator} is ${purpose}: with DEMO=off name ${providers}.`)
  return provider
}

/** One problem for each setting without a value. */
export const missing = (why: string, settings: Record<string, string | undefined>): ConfigError =>
  new ConfigError(
    ...Object.entries(settings).flatMap(([name, value]) =>
      value ? [] : [`${why}, so ${name} must be given.`],
    ),
  )
