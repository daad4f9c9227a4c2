// The base client alone: the classes of all resources, which nobody here calls, would be three quarters of the bundle.
export { BaseAnthropic } from "@anthropic-ai/sdk/client";
