import type { Config } from '#server/config/config.ts'
import { facebookProvider } from './facebook.ts'
import { googleProvider } from './google.ts'
import {
  identityProviders,
  type Identities,
  type IdentityProvider,
  type IdentityProviderName,
} from './port.ts'

/**
 * Creates the identity providers of the settings, one for each client. Tenants with the same client share its
 * cached discovery.
 */
export function openIdentities({ google, facebook }: Config['identity']): Identities {
  const opened = new Map<string, IdentityProvider>()
  const clientOf = (tenant: string, name: IdentityProviderName) => {
    const clients = { google, facebook }[name].clients
    return clients?.get(tenant) ?? clients?.get('*') ?? null
  }
  return {
    namesOf: (tenant) => identityProviders.filter((name) => clientOf(tenant, name) !== null),
    find(tenant, name) {
      const client = clientOf(tenant, name)
      if (!client) return null
      const key = `${name} ${client.id}:${client.secret}`
      const known =
        opened.get(key) ??
        (name === 'google'
          ? googleProvider({ ...google, client })
          : facebookProvider({ ...facebook, client }))
      opened.set(key, known)
      return known
    },
  }
}
