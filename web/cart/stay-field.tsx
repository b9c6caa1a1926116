import { useHydrated } from '#web/ui/use-hydrated.ts'

/** With scripts a form of the cart is answered with data, and the guest stays on the page. */
export const StayField = () => useHydrated() && <input type="hidden" name="stay" value="1" />
