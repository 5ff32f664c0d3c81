import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = "http://127.0.0.1:8640";

export default defineConfig({
  base: "/",
  plugins: [svelte()],
  build: {
    outDir: "../src/grandharbour/static",
    emptyOutDir: true,
    target: ["chrome123", "firefox121", "safari17.5"],
    chunkSizeWarningLimit: 400,
  },
  server: {
    port: 5173,
    proxy: { "/api": { target: server, ws: true } },
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : undefined,
  // One page for all files: a new one for each took three times as long as all tests together.
  test: { environment: "jsdom", isolate: false, include: ["tests/**/*.test.ts"], setupFiles: ["tests/setup.ts"], testTimeout: 60_000 },
});
