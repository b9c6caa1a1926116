import { salonOf, type Salon } from '../e2e/salon.ts'
import type { Harness } from './harness.ts'

/** A tenant of the demo, for calls without a page. */
export function demoSalon({ ports: [port = 0], testDb }: Harness, tenant: string): Salon {
  const unused = () => Promise.reject(new Error('benches do not use it'))
  const url = (name: string, path = '/') => `http://${name}.localhost:${port}${path}`
  return salonOf(
    { testDb, port, secret: '', payments: null, url, settled: unused, mail: unused, close: unused },
    tenant,
  )
}
