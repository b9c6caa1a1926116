import type { Config } from '#server/config/config.ts'
import { gatewayApi } from './gatewayapi.ts'
import { SmsRejected, type SmsProvider } from './port.ts'
import { twilio } from './twilio.ts'

/** Creates the SMS provider of the settings; `simulator`: the one for SMS=outbox. */
export function openSms({ sms }: Pick<Config, 'sms'>, simulator = noSms()): SmsProvider {
  switch (sms.provider) {
    case 'gatewayapi':
      return gatewayApi(sms)
    case 'twilio':
      return twilio(sms)
    case 'outbox':
      return simulator
    case 'off':
      return noSms()
  }
}

/** For installations without SMS, where no message is enqueued. */
const noSms = (): SmsProvider => ({
  name: 'off',
  async send() {
    throw new SmsRejected('off')
  },
  parseStatus: async () => null,
})
