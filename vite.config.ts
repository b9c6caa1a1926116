import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/**
 * What several pages use travels in one file, what several steps of a booking use in another, and so on: as dozens of small files the
 * same code compresses to a tenth more. The picker of dial codes is for the few forms that ask for a number, the look of
 * notifications for guests who are told something, and some parts and icons are for pages that have room for them. A group takes
 * along what its files need; what other pages need as well has a group of its own, before it.
 */
const groups = [
  {
    name: 'shared',
    test: /node_modules\/(react|react-dom|scheduler|react-router|@lingui|lucide(?!.*\/(bell-ring|receipt-text|timer-off|circle-(check|exclamation-point)|triangle-exclamation-point|calendar-(heart|off|sync|plus|x|check|days))\.))\/|\/web\/(ui\/(?!dial-|badge|stand-clear|linked-text|typed|dialog)|(?!live)[a-z-]+\.tsx?)|\/domain\/(?!notification|safe-)|\/contract\/(?!next-visit|languages)|\/web\/routes\/account\/reach|vite\/preload-helper/,
    minShareCount: 2,
    priority: 2,
  },
  { name: 'booking', test: /\/web\/routes\/book\//, minShareCount: 3, priority: 1 },
  { name: 'guest-details', test: /\/web\/routes\/book\/guest-details/, priority: 2 },
  { name: 'dial-code', test: /\/web\/ui\/dial-code/, priority: 2 },
  { name: 'icons', test: /icons\/(circle-check|calendar-(days|plus|x))\./, priority: 2 },
  { name: 'details', test: /\/web\/routes\/book\/details-/, priority: 1 },
  {
    name: 'sign-in',
    test: /\/web\/routes\/(sign-in\/(throttle|password-field|provider-buttons|ways|passkey\.|authenticator))/,
    minShareCount: 2,
    priority: 0,
  },
  {
    name: 'notification',
    test: /\/web\/notification\/words|\/domain\/(notification|safe-)|icons\/(bell-ring|calendar-(heart|off|sync))\./,
    priority: 1,
  },
]

/** A lazy part has no styles of its own to wait for (they come before any script), and the router asks early for what a page needs. */
const plainImport = {
  name: 'plain-import',
  enforce: 'pre' as const,
  load: (id: string) =>
    id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load()' : null,
}

/**
 * The router tells whoever asks of every navigation and loading. Nobody does here, and a browser need not fetch what would tell them.
 * A new name among its exports fails the build, and so does its being nowhere.
 */
let met = false
const untold = {
  name: 'untold',
  enforce: 'pre' as const,
  applyToEnvironment: (environment: { name: string }) => environment.name === 'client',
  buildEnd(error?: Error) {
    if (!error && !met) throw new Error('the router has its instrumentation elsewhere')
  },
  load(id: string) {
    if (!id.endsWith('/react-router/dist/production/lib/router/instrumentation.js')) return null
    met = true
    return `export const consumeInstrumentationClientResultMetaReceiver = () => undefined
            export const getRouteInstrumentationUpdates = () => ({})
            export const instrumentClientSideRouter = (router) => router
            export const [instrumentHandler, instrumentationResultMetaContext] = []`
  },
}

/**
 * A digest of 28 bits: a name need only differ from those that the same file has had, and nothing of it compresses. It stands in the
 * manifest, for every file, on every page.
 */
const fileNames = {
  hashCharacters: 'hex',
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
} as const

export default defineConfig({
  plugins: [plainImport, untold, tailwindcss(), reactRouter()],
  // The server loads the few icons that it draws, not all of them.
  ssr: { noExternal: ['lucide'] },
  build: { assetsInlineLimit: 0, sourcemap: false, target: 'es2023' },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups }, ...fileNames } } } },
  },
})
