import * as v from 'valibot'
import { choice, chooseProvider, missing, text, wholeNumber, type Values } from './setting.ts'

export const smsSettings = {
  SMS: v.optional(choice('SMS', ['gatewayapi', 'twilio', 'outbox', 'off'])),
  SMS_BUDGET: v.optional(wholeNumber('SMS_BUDGET', 0, 1_000_000), '200'),
  GATEWAYAPI_URL: v.optional(
    text(/^https?:\/\/[^/]+$/, 'GATEWAYAPI_URL is an origin such as https://gatewayapi.eu'),
    'https://gatewayapi.com',
  ),
  GATEWAYAPI_TOKEN: v.optional(v.string()),
  GATEWAYAPI_WEBHOOK_SECRET: v.optional(v.string()),
  TWILIO_URL: v.optional(
    text(/^https?:\/\/[^/]+$/, 'TWILIO_URL is an origin such as https://api.twilio.com'),
    'https://api.twilio.com',
  ),
  TWILIO_ACCOUNT_SID: v.optional(text(/^AC[0-9a-f]{32}$/, 'TWILIO_ACCOUNT_SID begins with AC')),
  TWILIO_AUTH_TOKEN: v.optional(v.string()),
  TWILIO_FROM: v.optional(v.string()),
}

type Settings = Values<typeof smsSettings>

/** The SMS provider with its keys. */
export function readSmsConfig(settings: Settings, demo: boolean) {
  const provider = chooseProvider('SMS', settings.SMS, {
    demo,
    simulator: 'outbox',
    providers: 'gatewayapi, twilio or off',
    needs: 'gatewayapi, twilio (with their keys) or off',
  })
  if (provider === 'gatewayapi') {
    const { GATEWAYAPI_TOKEN: token, GATEWAYAPI_WEBHOOK_SECRET: webhookSecret } = settings
    if (!token || !webhookSecret)
      throw missing('SMS is gatewayapi', {
        GATEWAYAPI_TOKEN: token,
        GATEWAYAPI_WEBHOOK_SECRET: webhookSecret,
      })
    return { provider, url: settings.GATEWAYAPI_URL, token, webhookSecret }
  }
  if (provider === 'twilio') {
    const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken } = settings
    if (!accountSid || !authToken)
      throw missing('SMS is twilio', { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken })
    return { provider, url: settings.TWILIO_URL, accountSid, authToken, from: settings.TWILIO_FROM ?? null }
  }
  return { provider }
}
