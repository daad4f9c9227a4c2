/** A JSON Schema document. Only what validation and type inference need is named; other keywords pass through. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly default?: unknown;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly [keyword: string]: unknown;
}

/** The JSON Schema of a tool's input: always an object at the top. */
export interface ObjectSchema extends JsonSchema {
  readonly type: "object";
}

/**
 * The part of the Standard Schema and Standard JSON Schema specifications that mm uses.
 * Zod 4.6 and ArkType carry both; Valibot does through `toStandardJsonSchema`.
 */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: number;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>;
    };
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What `defineTool` takes as `input`. */
export type InputSchema = ObjectSchema | StandardSchema;

/** The TypeScript type a schema describes, for a schema literal or a Standard Schema. */
export type Infer<S> = S extends { readonly "~standard": { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly output: infer O }
    ? O
    : unknown
  : FromJsonSchema<S>;

type FromJsonSchema<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly anyOf: readonly (infer A)[] }
      ? FromJsonSchema<A>
      : S extends { readonly oneOf: readonly (infer A)[] }
        ? FromJsonSchema<A>
        : S extends { readonly type: infer T }
          ? FromType<T, S>
          : unknown;

type FromType<T, S> = T extends "object"
  ? FromObject<S>
  : T extends "array"
    ? S extends { readonly items: infer I }
      ? FromJsonSchema<I>[]
      : unknown[]
    : T extends "string"
      ? string
      : T extends "integer" | "number"
        ? number
        : T extends "boolean"
          ? boolean
          : T extends "null"
            ? null
            : T extends readonly (infer U)[]
              ? FromType<U, S>
              : unknown;

type FromObject<S> = S extends { readonly properties: infer P }
  ? Flat<
      { -readonly [K in keyof P as K extends Required<S> ? K : never]: FromJsonSchema<P[K]> } & {
        -readonly [K in keyof P as K extends Required<S> ? never : K]?: FromJsonSchema<P[K]>;
      }
    >
  : Record<string, unknown>;

type Required<S> = S extends { readonly required: readonly (infer R)[] } ? R : never;
type Flat<T> = { [K in keyof T]: T[K] };
