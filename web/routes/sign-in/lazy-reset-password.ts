import { lazyWithRetry, fetchRoute } from '#web/ui/loading/lazy.tsx'

/** The reset dialog, loaded on demand together with the route of its form: few guests need it. */
export const ResetPassword = lazyWithRetry(async () => {
  const [{ ResetPassword: modal }] = await Promise.all([
    import('./reset-password.tsx'),
    fetchRoute('routes/sign-in/reset'),
  ])
  return modal
})
