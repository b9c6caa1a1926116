import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandLine, identify, isRunning, listPids, signalTo, untilGone } from './process.ts'

test('a live process is known by its pid and its start', () => {
  const self = identify(process.pid)
  expect(self).toMatchObject({ pid: process.pid, started: expect.stringMatching(/^\d+$/) })
  expect(self && isRunning(self)).toBe(true)
  expect(listPids()).toContain(process.pid)
})

test('a process that got the pid of an earlier one is not taken for it', () => {
  expect(isRunning({ pid: process.pid, started: '1' })).toBe(false)
})

test('a zombie is not running', async () => {
  // exec leaves nobody who would wait for the first child.
  const parent = spawn('/bin/sh', ['-c', 'sleep 1 & echo $!; exec sleep 60'])
  const [said] = await once(parent.stdout, 'data')
  const child = identify(Number(String(said)))
  expect(child).not.toBeNull()
  if (child) {
    expect(await untilGone(child, 5000)).toBe(true)
    expect(existsSync(`/proc/${child.pid}`)).toBe(true)
    expect(commandLine(child.pid)).toEqual([])
  }
  parent.kill('SIGKILL')
})

test('waiting for a process that stays ends with false, and a signal reaches only that very process', async () => {
  const child = spawn('/bin/sleep', ['60'])
  const running = identify(child.pid ?? 0)
  expect(running).not.toBeNull()
  if (!running) return
  signalTo({ pid: running.pid, started: '1' }, 'SIGKILL')
  expect(await untilGone(running, 50)).toBe(false)
  signalTo(running, 'SIGKILL')
  expect(await untilGone(running, 5000)).toBe(true)
})
