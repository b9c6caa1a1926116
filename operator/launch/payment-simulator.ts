import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { PaymentSimulator } from '#simulators/payments/open.ts'
import { takenPort } from './taken-port.ts'

/** Processes that share an external database have a simulator each. */
const buildFilePath = ({ dataDir, database, port }: Config, ending: string) =>
  join(dataDir, `${database ? `payments-${port}` : 'payments'}${ending}`)

/**
 * Starts the simulator of payments. Its ledger is in the data folder, so that orders survive a restart, and
 * beside it its URL, for commands.
 * @throws ConfigError where PAYMENT_PORT is taken.
 */
export async function openPayments(config: Config, secret: string): Promise<PaymentSimulator> {
  const { openPaymentSimulator } = await import('#simulators/payments/open.ts')
  const { paymentPort, simulatorsPublic, host } = config
  const payments = await openPaymentSimulator({
    port: paymentPort.port,
    next: !paymentPort.chosen,
    host: simulatorsPublic ? host : '127.0.0.1',
    secret,
    file: buildFilePath(config, '.json'),
  }).catch(takenPort('PAYMENT_PORT'))
  mkdirSync(config.dataDir, { recursive: true })
  writeFileSync(buildFilePath(config, '-url.txt'), payments.origin)
  return payments
}

/** The settings with the URL at which the simulator of payments was last started. */
export function withPaymentSimulator(config: Config): Config {
  const { payment, paymentPort } = config
  const file = buildFilePath(config, '-url.txt')
  if (payment.provider !== 'simulator' || (paymentPort.chosen && paymentPort.port) || !existsSync(file))
    return config
  return { ...config, payment: { ...payment, url: readFileSync(file, 'utf8') } }
}
