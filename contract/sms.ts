/** waiting: queued; sending: at the provider; sent: accepted; delivered: on the device; failed: rejected. */
export type SmsState = 'waiting' | 'sending' | 'sent' | 'delivered' | 'failed'
