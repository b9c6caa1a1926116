import {
  SmsRejected,
  SmsOutcomeUnknown,
  SmsUnreachable,
  type SmsProvider,
} from '#server/providers/sms/port.ts'

/** Numbers for which the simulator fails; every other valid number is accepted. */
const REJECTED_NUMBER = '+4500000001'
const UNREACHABLE_NUMBER = '+4500000002'
const TIMEOUT_NUMBER = '+4500000003'

/** Accepts valid messages and sends none; the outbox page shows the stored messages. */
export const simulatedSms = (): SmsProvider => ({
  name: 'outbox',
  async send({ to, text, ref }) {
    if (to === REJECTED_NUMBER || !/^\+[1-9]\d{6,14}$/.test(to) || text === '')
      throw new SmsRejected('simulated')
    if (to === UNREACHABLE_NUMBER) throw new SmsUnreachable('simulated')
    if (to === TIMEOUT_NUMBER) throw new SmsOutcomeUnknown('simulated')
    return { providerId: `simulated-${ref}` }
  },
  parseStatus: async () => null,
})
