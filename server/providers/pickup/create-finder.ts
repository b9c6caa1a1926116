import { DAY_MS } from '#domain/day.ts'
import type { FoundLocation } from '#contract/shop/checkout.ts'
import { LruCache } from '#server/cache/lru-cache.ts'
import { CarrierError } from './request.ts'
import { CircuitOpen, createCircuitBreaker } from './circuit-breaker.ts'
import { MAX_LOCATIONS, type PickupFinder, type PickupSearch } from './port.ts'

/** An address as a service gets it: no blanks in the postal code, none around the rest. */
type CarrierSearch = Required<Omit<PickupSearch, 'limit'>>

/** One service of a carrier. */
export type PickupService = {
  /** The address without the parts that the service does not read; null: it knows no such postal code. */
  normalize(search: CarrierSearch): CarrierSearch | null
  /** Returns at most `MAX_LOCATIONS` locations, nearest first. @throws CarrierError. */
  search(search: CarrierSearch, signal: AbortSignal): Promise<FoundLocation[]>
}

type Options = {
  /** The service of a country; null: none serves it. */
  serviceOf(countryCode: string): PickupService | null
  /** Monotonic, ms. */ now?: () => number
  /** For a whole search: token, request and retry together. */ deadlineMs?: number
}
type Entry = { locations: FoundLocation[]; storedAt: number }

/** Below the 3.5 s in which a page must answer. */
const DEADLINE_MS = 3_000
const TTL_MS = 3_600_000
/** Services report some of their own errors as "nothing found". */
const EMPTY_TTL_MS = 300_000
/** Parcel shops rarely close for good within a week. */
const MAX_STALE_MS = 7 * DAY_MS
/** Some thousand addresses. */
const MAX_CACHE_BYTES = 16 * 1024 * 1024
const MAX_FAILURES = 5
const OPEN_MS = 30_000

/**
 * Searches with one deadline, a cache and a circuit breaker for each service. Equal searches at the same time
 * share one request. While a service does not answer, locations of up to a week ago are returned as stale.
 */
export function createPickupFinder({
  serviceOf,
  now = () => performance.now(),
  deadlineMs = DEADLINE_MS,
}: Options): PickupFinder {
  const cache = new LruCache<Entry>(MAX_CACHE_BYTES, ({ locations }) => JSON.stringify(locations).length * 2)
  const running = new Map<string, Promise<FoundLocation[]>>()
  const circuits = new Map<PickupService, ReturnType<typeof createCircuitBreaker>>()

  const getCircuit = (service: PickupService) => {
    const circuit =
      circuits.get(service) ??
      createCircuitBreaker({ maxFailures: MAX_FAILURES, openMs: OPEN_MS, now, isFailure: isServiceFailure })
    circuits.set(service, circuit)
    return circuit
  }

  async function search(key: string, service: PickupService, address: CarrierSearch) {
    const locations = await getCircuit(service).run(() =>
      service.search(address, AbortSignal.timeout(deadlineMs)),
    )
    cache.set(key, { locations, storedAt: now() })
    return locations
  }

  return {
    async find({ limit, ...searched }) {
      const service = serviceOf(searched.countryCode)
      const address = service?.normalize(trimmed(searched)) ?? null
      if (!service || !address) return { ok: true, locations: [], stale: false }
      const key = JSON.stringify(Object.values(address)).toLowerCase()
      const entry = cache.get(key)
      const count = Math.min(limit, MAX_LOCATIONS)
      if (entry && now() - entry.storedAt < (entry.locations.length ? TTL_MS : EMPTY_TTL_MS))
        return { ok: true, locations: entry.locations.slice(0, count), stale: false }
      const found = running.get(key) ?? search(key, service, address).finally(() => running.delete(key))
      running.set(key, found)
      try {
        return { ok: true, locations: (await found).slice(0, count), stale: false }
      } catch (error) {
        const code = toCode(error)
        return entry && now() - entry.storedAt < MAX_STALE_MS
          ? { ok: true, locations: entry.locations.slice(0, count), stale: true, code }
          : { ok: false, code }
      }
    },
  }
}

const isServiceFailure = (error: unknown): boolean => !(error instanceof CarrierError && error.rejected)

function toCode(error: unknown): string {
  if (error instanceof CarrierError) return error.code
  return error instanceof CircuitOpen ? error.message : 'unexpected error'
}

const trimmed = ({
  countryCode,
  zipCode,
  city = '',
  street = '',
}: Omit<PickupSearch, 'limit'>): CarrierSearch => ({
  countryCode,
  zipCode: zipCode.replace(/\s+/g, '').toUpperCase(),
  city: city.replace(/\s+/g, ' ').trim(),
  street: street.replace(/\s+/g, ' ').trim(),
})
