/** waiting to leave; on its way to the provider; taken by it; with the guest; refused. */
export type SmsState = 'waiting' | 'sending' | 'sent' | 'delivered' | 'failed'
