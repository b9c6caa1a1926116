import type { Config } from '#server/config/config.ts'
import { buildOrigin } from '#server/tenant/tenant.ts'

type Hosts = {
  firstpath?: string | undefined
  vanityUrl?: string | undefined
  canonicalHost?: string | undefined
}

/** The addresses of a tenant's site with these settings; links in mails lead to the first one. */
export function listAddresses({ firstpath, vanityUrl, canonicalHost }: Hosts, config: Config): string[] {
  const suffix = config.demo ? 'localhost' : config.domainSuffixes[0]
  const onProduct = firstpath && suffix ? `${firstpath}.${suffix}` : undefined
  const hosts = [canonicalHost, vanityUrl, onProduct].filter((host) => host !== undefined)
  return [...new Set(hosts)].map((host) => buildOrigin(host, config))
}
