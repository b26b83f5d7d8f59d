import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { bundleInstallation } from './scripts/bundle-installation.ts'
import { compressBuild } from './scripts/compress-build.ts'
import { keepPreviousAssets } from './scripts/keep-previous-assets.ts'
import { sharedChunks } from './scripts/shared-chunks.ts'
import { staffLanguage } from './scripts/staff-language.ts'

/** Where `vite` alone finds the API; `npm run dev` serves both on one port and does not need it. */
const API_ORIGIN = process.env.READROOM_API ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [
    staffLanguage(process.env.READROOM_LANGUAGE || 'en'),
    react(),
    keepPreviousAssets('dist', 'dist-previous'),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      injectRegister: false,
      // public/manifest.webmanifest is written by hand.
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,woff2,ttf,wasm,webmanifest}'],
        // Only a browser that offers to install looks at them.
        globIgnores: ['**/node_modules/**/*', 'screenshots/**'],
        // Fonts for paper and the shaping engine must be there offline; they are the largest files.
        maximumFileSizeToCacheInBytes: 6 * 1024 * 1024,
      },
    }),
    compressBuild('dist'),
    bundleInstallation('dist'),
  ],
  // RxJS as the classes of today; its default is written for browsers without them, with helpers that weigh.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  worker: { format: 'es', plugins: () => [staffLanguage(process.env.READROOM_LANGUAGE || 'en')] },
  build: {
    // Read by scripts/measure-weight.mjs.
    manifest: true,
    target: 'baseline-widely-available',
    // Every browser that has module workers has modulepreload; the polyfill would only be weight.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // A file of libraries is named after all screens that use it, which each importer would repeat.
        chunkFileNames: ({ name }) => `assets/${name.startsWith('lib~') ? 'lib' : '[name]'}-[hash].js`,
        // Icons that several screens use are a file each otherwise, and each file costs the installation a request.
        codeSplitting: {
          groups: [
            {
              name: 'icons',
              test: /@tabler\/icons-react\/dist\/esm\/icons\/Icon/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: 'lib',
              test: /node_modules/,
              entriesAware: true,
              entriesAwareMergeThreshold: 3000,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              debugName: 'rooms',
              name: sharedChunks(new URL('./src/main.tsx', import.meta.url).pathname),
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': API_ORIGIN, '/phpapi': API_ORIGIN, '/paper-fonts': API_ORIGIN } },
})
