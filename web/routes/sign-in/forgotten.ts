import { fetched, fetchRoute } from '#web/ui/fetched.tsx'

/** The reset modal. Few have forgotten their password: the others need not load it. What its button needs comes with it. */
export const ResetPassword = fetched(async () => {
  const [{ ResetPassword: modal }] = await Promise.all([
    import('./reset-password.tsx'),
    fetchRoute('routes/sign-in/reset'),
  ])
  return modal
})
