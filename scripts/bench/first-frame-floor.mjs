// The least a full screen needs: the terminal library, one line, one frame. The yardstick of the first frame.
const { ProcessTerminal, Text, TuiAltScreen } = await import(process.env.PI_TUI);
const tui = new TuiAltScreen(new ProcessTerminal());
tui.addChild(new Text("first frame"));
tui.start();
