import type { Config } from '#server/config.ts'
import { facebookProvider } from './facebook.ts'
import { googleProvider } from './google.ts'
import {
  identityProviders,
  type Identities,
  type IdentityProvider,
  type IdentityProviderName,
} from './port.ts'

/** The providers that the settings name, one for each client: tenants that share a client share what it has learnt of the provider. */
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
