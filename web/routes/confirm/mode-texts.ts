/** What a link of each kind is about. */
export const modeTexts = {
  signIn: { title: 'confirm.signInTitle', lead: 'confirm.signInLead' },
  verifyEmail: { title: 'confirm.verifyEmailTitle', lead: 'confirm.verifyEmailLead' },
  verifyAndChangeEmail: {
    title: 'confirm.verifyAndChangeEmailTitle',
    lead: 'confirm.verifyAndChangeEmailLead',
  },
  resetPassword: { title: 'confirm.resetPasswordTitle', lead: 'confirm.resetPasswordLead' },
  recoverEmail: { title: 'confirm.recoverEmailTitle', lead: 'confirm.recoverEmailLead' },
} as const
