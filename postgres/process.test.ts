import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandLine, identify, isRunning, listPids, signalTo, waitForExit } from './process.ts'

test('a live process is identified by its pid and start time', () => {
  const self = identify(process.pid)
  expect(self).toMatchObject({ pid: process.pid, started: expect.stringMatching(/^\d+$/) })
  expect(self && isRunning(self)).toBe(true)
  expect(listPids()).toContain(process.pid)
})

test('a process with a reused pid is not mistaken for the earlier one', () => {
  expect(isRunning({ pid: process.pid, started: '1' })).toBe(false)
})

test('a zombie is not running', async () => {
  // After exec no process waits for the first child.
  const parent = spawn('/bin/sh', ['-c', 'sleep 1 & echo $!; exec sleep 60'])
  const [said] = await once(parent.stdout, 'data')
  const child = identify(Number(String(said)))
  expect(child).not.toBeNull()
  if (child) {
    expect(await waitForExit(child, 5000)).toBe(true)
    expect(existsSync(`/proc/${child.pid}`)).toBe(true)
    expect(commandLine(child.pid)).toEqual([])
  }
  parent.kill('SIGKILL')
})

test('waiting for a running process times out with false, and a signal reaches only that process', async () => {
  const child = spawn('/bin/sleep', ['60'])
  const running = identify(child.pid ?? 0)
  expect(running).not.toBeNull()
  if (!running) return
  signalTo({ pid: running.pid, started: '1' }, 'SIGKILL')
  expect(await waitForExit(running, 50)).toBe(false)
  signalTo(running, 'SIGKILL')
  expect(await waitForExit(running, 5000)).toBe(true)
})
