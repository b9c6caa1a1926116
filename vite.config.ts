import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The server loads the few icons that it draws, not all of them.
  ssr: { noExternal: ['lucide'] },
  build: { assetsInlineLimit: 0, sourcemap: false, target: 'es2023' },
})
