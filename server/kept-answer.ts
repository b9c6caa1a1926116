import type { ContentAnswer } from './content-answers.ts'
import type { Scope } from './context.ts'

/** What `make` gives, kept under this name, the version of the tenant's content, and whether somebody has signed in, unless words of it are still to be translated. */
export async function keptAnswer(
  scope: Scope,
  name: string,
  make: () => Promise<unknown>,
): Promise<ContentAnswer> {
  const {
    deps: { answers },
    tenant,
    guest,
  } = scope
  const key = [tenant.id, tenant.contentVersion, guest !== null, name].join(' ')
  const known = answers.get(key)
  if (known) return known
  const answer = { text: JSON.stringify(await make()) }
  if (!scope.words) answers.set(key, answer)
  return answer
}

/** What was said in JSON, read again: what a browser would be given. It is frozen, for it is the same one for all who ask. */
export const valueOf = (answer: ContentAnswer): unknown => (answer.value ??= frozen(JSON.parse(answer.text)))

function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null)
    for (const one of Object.values(Object.freeze(value))) frozen(one)
  return value
}
