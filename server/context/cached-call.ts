import type { RequestContext } from './context.ts'

/**
 * The JSON of what `make` returns, cached under this name, the versions of the tenant's content and stock,
 * and whether a guest is signed in. Not cached while translations are pending.
 */
export async function cachedContent(
  ctx: RequestContext,
  name: string,
  make: () => Promise<unknown>,
): Promise<string> {
  const {
    deps: { answers },
    tenant,
    guest,
  } = ctx
  const key = [tenant.id, tenant.contentVersion, tenant.stockVersion, guest !== null, name].join(' ')
  const cached = answers.get(key)
  if (cached !== undefined) return cached
  const json = JSON.stringify(await make())
  if (!ctx.untranslated) answers.set(key, json)
  return json
}
