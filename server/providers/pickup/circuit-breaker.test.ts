import { expect, test } from 'vitest'
import { CircuitOpen, createCircuitBreaker } from './circuit-breaker.ts'

const broken = new Error('broken')
const unwell = () => Promise.reject(broken)
const well = async () => 'well'

function makeCircuit() {
  const clock = { ms: 0 }
  const circuit = createCircuitBreaker({
    maxFailures: 5,
    openMs: 30_000,
    now: () => clock.ms,
    isFailure: (error) => error === broken,
  })
  const failTimes = async (count: number) => {
    for (let call = 0; call < count; call += 1) await expect(circuit.run(unwell)).rejects.toBe(broken)
  }
  return { circuit, clock, failTimes }
}

test('it opens after five failures in a row, not after five in all', async () => {
  const { circuit, failTimes } = makeCircuit()
  await failTimes(4)
  expect(await circuit.run(well)).toBe('well')
  await failTimes(4)
  await expect(circuit.run(() => Promise.reject(new Error('no failure')))).rejects.toThrow('no failure')
  await failTimes(5)
  await expect(circuit.run(well)).rejects.toBeInstanceOf(CircuitOpen)
})

test('half-open, it makes one call at a time, which closes it or opens it again', async () => {
  const { circuit, clock, failTimes } = makeCircuit()
  await failTimes(5)
  clock.ms += 29_999
  await expect(circuit.run(well)).rejects.toBeInstanceOf(CircuitOpen)
  clock.ms += 1
  const { promise, reject } = Promise.withResolvers<string>()
  const half = circuit.run(() => promise)
  await expect(circuit.run(well)).rejects.toBeInstanceOf(CircuitOpen)
  reject(broken)
  await expect(half).rejects.toBe(broken)
  await expect(circuit.run(well)).rejects.toBeInstanceOf(CircuitOpen)
  clock.ms += 30_000
  expect(await circuit.run(well)).toBe('well')
  // Closed, it counts from the beginning.
  await failTimes(4)
  expect(await circuit.run(well)).toBe('well')
})

test('calls that began before it opened do not prolong it', async () => {
  const { circuit, clock, failTimes } = makeCircuit()
  const { promise, reject } = Promise.withResolvers<string>()
  const early = circuit.run(() => promise)
  await failTimes(5)
  clock.ms += 20_000
  reject(broken)
  await expect(early).rejects.toBe(broken)
  clock.ms += 10_000
  expect(await circuit.run(well)).toBe('well')
})
