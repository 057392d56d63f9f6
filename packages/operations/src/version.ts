/** The release, as `getVersion` and the OpenAPI document tell it; a test holds it against package.json. */
export const VERSION = '0.1.0'
