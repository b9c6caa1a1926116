import { SmsRefused, SmsUncertain, SmsUnreached, type SmsProvider } from './port.ts'

/** Numbers that the simulator treats as a provider might; every other one is taken. */
const refused = '+4500000001'
const unreached = '+4500000002'
const uncertain = '+4500000003'

/** Takes what a provider would take and sends nothing: the outbox page shows the stored message itself. */
export const simulatedSms = (): SmsProvider => ({
  name: 'outbox',
  async send({ to, text, ref }) {
    if (to === refused || !/^\+[1-9]\d{6,14}$/.test(to) || text === '') throw new SmsRefused('simulated')
    if (to === unreached) throw new SmsUnreached('simulated')
    if (to === uncertain) throw new SmsUncertain('simulated')
    return { providerId: `simulated-${ref}` }
  },
  parseStatus: () => null,
})

/** Where messages are switched off nothing is written, so nothing can be sent. */
export const noSms = (): SmsProvider => ({
  name: 'off',
  async send() {
    throw new SmsRefused('off')
  },
  parseStatus: () => null,
})
